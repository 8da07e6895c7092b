# The arguments of a Deferred can be asked for
notify { 'r': message => [Deferred('f',[1]).arguments] }
