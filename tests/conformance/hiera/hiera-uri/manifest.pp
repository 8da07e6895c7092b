# Addresses are for functions of one's own
notify { 'r': message => lookup('m::x') }
