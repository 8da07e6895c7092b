# each refuses a negative number
notify { 'r': message => [each(-1) |$x| {}] }
