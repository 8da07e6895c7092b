# Two functions
notify { 'r': message => lookup('a', undef, undef, 'd') }
