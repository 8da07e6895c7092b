# hiera without a value
notify { 'r': message => hiera('x') }
