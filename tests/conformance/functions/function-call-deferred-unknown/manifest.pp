# a deferred call of an unknown function
notify { 'r': message => call(Deferred('nosuch', [1])) }
