# lookup_options must be a hash
notify { 'r': message => lookup('a') }
