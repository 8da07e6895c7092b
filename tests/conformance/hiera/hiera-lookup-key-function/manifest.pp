# A lookup_key function with all that its context can do
notify { 'r': message => [lookup('a'), lookup('a.x'), lookup('b', undef, undef, 'd'), lookup('c')] }
