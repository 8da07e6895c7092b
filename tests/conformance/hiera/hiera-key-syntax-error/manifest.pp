# A key with a dot out of place
notify { 'r': message => lookup('a..b') }
