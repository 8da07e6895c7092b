# An unknown variable in a string is an error when strict
notify { 'r': message => "a $nope b" }
