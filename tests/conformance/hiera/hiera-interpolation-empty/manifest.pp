# empty and blank interpolations
notify { 'r': message => lookup('a') }
