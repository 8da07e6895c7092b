# A default value is checked
notify { 'r': message => lookup('x', Integer, undef, 'text') }
