# The last of two equal keys counts
notify { 'r': message => [lookup('a'), lookup('h')] }
