# the arguments of a deferred call are an array
notify { 'r': message => Deferred('upcase', 'a') }
