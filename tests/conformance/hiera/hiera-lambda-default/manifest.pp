# The block gets the name, or all names
notify { 'r': message => [lookup('x') |$n| { "no ${n}" }, lookup(['x','y']) |$n| { $n }, lookup('a') |$n| { fail('no') }, lookup('x', Integer) |$n| { 5 }] }
