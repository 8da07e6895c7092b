# merge hash refuses a value that is no hash
notify { 'r': message => lookup('h', Any, 'hash') }
