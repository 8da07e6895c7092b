# A hiera.yaml with only a version has a hierarchy
notify { 'r': message => lookup('a') }
