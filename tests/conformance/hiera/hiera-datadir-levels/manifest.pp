# datadir of defaults, of a level, and with an interpolation
notify { 'r': message => lookup('l', Array, 'unique') }
