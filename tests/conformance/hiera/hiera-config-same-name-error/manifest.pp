# A name twice
notify { 'r': message => lookup('a', undef, undef, 'd') }
