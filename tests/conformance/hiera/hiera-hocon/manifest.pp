# HOCON data
notify { 'r': message => [lookup('a'), lookup('b'), lookup('n'), lookup('l')] }
