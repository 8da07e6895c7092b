# Names of options
notify { 'r': message => lookup('a', undef, undef, 'd') }
