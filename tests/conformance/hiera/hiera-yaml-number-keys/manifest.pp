# Keys that are numbers are found by numbers only
notify { 'r': message => [lookup('h'), lookup('h.1'), lookup('h.b', undef, undef, 'd')] }
