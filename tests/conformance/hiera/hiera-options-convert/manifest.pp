# convert_to with and without arguments
notify { 'r': message => [lookup('c'), lookup('cc')] }
