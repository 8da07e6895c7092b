# A name in an array
notify { 'r': message => lookup('a.b') }
