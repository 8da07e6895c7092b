# So are patterns
notify { 'r': message => lookup('m::a') }
