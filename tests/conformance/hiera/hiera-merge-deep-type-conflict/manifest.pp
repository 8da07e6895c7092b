# merge deep of a hash with a scalar keeps the higher
notify { 'r': message => lookup('h', Hash, 'deep') }
