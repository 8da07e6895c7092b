# an unknown strategy in options
notify { 'r': message => lookup('h') }
