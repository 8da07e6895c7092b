# merge unique makes an array of scalars
notify { 'r': message => lookup('l', Array, 'unique') }
