# The block's value is checked
notify { 'r': message => lookup('x', Integer) |$n| { $n } }
