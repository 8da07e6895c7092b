# lookup_options can not be looked up
notify { 'r': message => lookup('lookup_options') }
