# A way that leads nowhere does not go on to the next level
notify { 'r': message => [lookup('h.b', undef, undef, 'd'), lookup('h.b', Any, 'hash'), lookup('h.a', Any, 'deep')] }
