# A symbol as a value is no data
notify { 'r': message => lookup('k') }
