# A key that asks for itself
notify { 'r': message => lookup('a') }
