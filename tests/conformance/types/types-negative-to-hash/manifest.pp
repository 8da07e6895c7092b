# A negative number is nothing to iterate over
notify { 'r': message => [Hash(-1)] }
