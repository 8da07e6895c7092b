# the name of a deferred call is that of a function or a simple variable
notify { 'r': message => Deferred('$facts.kernel') }
