# lookup_options in a default_hierarchy hold for it
notify { 'r': message => lookup('m::d') }
