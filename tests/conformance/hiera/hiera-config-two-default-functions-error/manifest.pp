# Two functions in defaults
notify { 'r': message => lookup('a', undef, undef, 'd') }
