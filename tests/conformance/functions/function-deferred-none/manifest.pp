# a deferred call of nothing
notify { 'r': message => Deferred() }
