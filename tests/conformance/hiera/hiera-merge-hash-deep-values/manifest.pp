# merge hash takes whole values of inner hashes from the first level
notify { 'r': message => lookup('h', Hash, 'hash') }
