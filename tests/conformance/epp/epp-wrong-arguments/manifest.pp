# epp wants a path and a hash
notify { 'r': message => epp(1) }
