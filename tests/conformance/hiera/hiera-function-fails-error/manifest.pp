# A function that fails
notify { 'r': message => lookup('a') }
