# find_file takes strings or arrays of them
notify { 'r': message => find_file(1) }
