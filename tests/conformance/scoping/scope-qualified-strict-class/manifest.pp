# A variable of a class that is not there is an error when strict
notify { 'r': message => $nope::v }
