# The environment's options come before the module's
notify { 'r': message => [lookup('m::a'), lookup('m::b'), lookup('m::c')] }
