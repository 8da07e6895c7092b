# default_hierarchy is for modules
notify { 'r': message => lookup('a', undef, undef, 'd') }
