# files that are not there do not matter
notify { 'r': message => lookup('l', Array, 'unique') }
