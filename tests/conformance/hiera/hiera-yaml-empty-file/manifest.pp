# An empty file is no hash
notify { 'r': message => lookup('x', undef, undef, 'd') }
