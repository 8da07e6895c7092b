# deep over three levels
notify { 'r': message => lookup('a', Any, 'deep') }
