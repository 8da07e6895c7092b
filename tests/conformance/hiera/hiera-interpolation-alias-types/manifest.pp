# An alias keeps the type, also of undef
notify { 'r': message => [lookup('i'), lookup('b'), lookup('a'), lookup('none')] }
