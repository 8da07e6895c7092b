# An unknown variable of the top is an error when strict
notify { 'r': message => $::nope }
