# A hiera.yaml that is not YAML
notify { 'r': message => lookup('a', undef, undef, 'd') }
