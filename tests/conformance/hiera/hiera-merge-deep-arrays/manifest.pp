# merge deep joins arrays inside hashes, without doubles
notify { 'r': message => lookup('h', Hash, 'deep') }
