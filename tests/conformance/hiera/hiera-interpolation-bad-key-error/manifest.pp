# A bad way inside an interpolation
notify { 'r': message => lookup('a') }
