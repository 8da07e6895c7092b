# An unknown key
notify { 'r': message => lookup('a', undef, undef, 'd') }
