# unique flattens arrays and takes scalars
notify { 'r': message => [lookup('a', Any, 'unique'), lookup('s', Any, 'unique'), lookup('one', Any, 'unique')] }
