# Methods are not allowed in a hiera.yaml
notify { 'r': message => lookup('a') }
