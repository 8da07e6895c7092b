# Version 4 means the same in other words
notify { 'r': message => [lookup('a'), lookup('b'), lookup('c')] }
