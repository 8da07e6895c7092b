# null in a higher level of a deep merge
notify { 'r': message => lookup('h', Hash, 'deep') }
