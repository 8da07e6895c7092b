# interpolation in keys of hashes
notify { 'r': message => lookup('a') }
