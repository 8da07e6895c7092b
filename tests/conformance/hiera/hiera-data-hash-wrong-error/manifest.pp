# A data_hash function that returns no hash
notify { 'r': message => lookup('a') }
