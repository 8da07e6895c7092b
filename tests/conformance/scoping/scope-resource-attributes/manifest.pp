# A variable that is set in an attribute is set around
notify { 'r': message => $m = 'x' }
notify { 's': message => $m }
