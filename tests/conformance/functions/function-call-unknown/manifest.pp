# call of an unknown function
notify { 'r': message => call('nosuch', 1) }
