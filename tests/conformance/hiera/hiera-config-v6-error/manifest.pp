# A version to come
notify { 'r': message => lookup('a', undef, undef, 'd') }
