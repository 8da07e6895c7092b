# hiera3_backend is for the global layer
notify { 'r': message => lookup('a', undef, undef, 'd') }
