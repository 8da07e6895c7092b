# mapped_paths of a string, of a hash, of nothing
notify { 'r': message => lookup('m', Any, 'unique') }
