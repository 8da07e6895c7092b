# A function that reads the file itself
notify { 'r': message => lookup('first') }
