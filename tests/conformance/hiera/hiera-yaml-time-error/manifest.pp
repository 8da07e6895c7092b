# So is a time
notify { 'r': message => lookup('x', undef, undef, 'd') }
