# convert_to that fails
notify { 'r': message => lookup('c') }
