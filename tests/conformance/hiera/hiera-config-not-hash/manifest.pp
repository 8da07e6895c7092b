# A hiera.yaml that is no hash is of version 3
notify { 'r': message => lookup('a', undef, undef, 'd') }
