# A found value is checked
notify { 'r': message => lookup('a', Integer) }
