# No value for one name
notify { 'r': message => lookup('nope') }
