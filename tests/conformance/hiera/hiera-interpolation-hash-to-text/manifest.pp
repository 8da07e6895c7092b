# a hash or array in the middle of a text
notify { 'r': message => lookup('a') }
