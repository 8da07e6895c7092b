# Literal and folded blocks
notify { 'r': message => [lookup('l'), lookup('f'), lookup('s')] }
