# No value for several names
notify { 'r': message => lookup(['a.b', 'c']) }
