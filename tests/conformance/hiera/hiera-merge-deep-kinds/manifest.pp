# deep: what can not be merged is replaced
notify { 'r': message => lookup('a', Any, 'deep') }
