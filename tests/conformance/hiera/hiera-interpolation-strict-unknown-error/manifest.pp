# An unknown variable in data is a fault with strict = error
notify { 'r': message => lookup('a') }
