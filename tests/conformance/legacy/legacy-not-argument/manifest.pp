# not in arguments
notify { 'x': message => not true }
