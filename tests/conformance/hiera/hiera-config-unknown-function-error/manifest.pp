# A function that is not there
notify { 'r': message => lookup('a', undef, undef, 'd') }
