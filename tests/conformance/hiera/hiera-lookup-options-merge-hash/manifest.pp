# Options of a merge in lookup_options
notify { 'r': message => lookup('a') }
