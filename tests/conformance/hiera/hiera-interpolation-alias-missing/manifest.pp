# alias of what is not there
notify { 'r': message => lookup('a', Any, first, 'd') }
