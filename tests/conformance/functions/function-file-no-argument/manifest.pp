# file wants an argument
notify { 'r': message => file() }
