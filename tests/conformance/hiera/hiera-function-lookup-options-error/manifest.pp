# A lookup_key function is asked for lookup_options too
notify { 'r': message => lookup('a') }
