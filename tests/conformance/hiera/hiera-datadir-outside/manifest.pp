# datadir may lead elsewhere, with interpolation
notify { 'r': message => [lookup('a'), lookup('b')] }
