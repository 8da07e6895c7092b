# Forms of interpolation
notify { 'r': message => lookup('t') }
