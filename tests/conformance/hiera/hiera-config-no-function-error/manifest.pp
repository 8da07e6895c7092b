# No function
notify { 'r': message => lookup('a', undef, undef, 'd') }
