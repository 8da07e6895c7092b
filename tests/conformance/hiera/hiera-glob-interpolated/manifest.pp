# a glob with an interpolation
notify { 'r': message => lookup('l', Array, 'unique') }
