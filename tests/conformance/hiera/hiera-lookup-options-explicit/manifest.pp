# A merge that is given counts before that of the data
notify { 'r': message => [lookup('a'), lookup('a', Any, 'first')] }
