# deep of arrays and of scalars
notify { 'r': message => [lookup('l', Any, 'deep'), lookup('s', Any, 'deep'), lookup('m', Any, 'deep')] }
