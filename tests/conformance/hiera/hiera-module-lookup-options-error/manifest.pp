# A module's options are for its own keys
notify { 'r': message => lookup('m::a') }
