# Two kinds of places
notify { 'r': message => lookup('a', undef, undef, 'd') }
