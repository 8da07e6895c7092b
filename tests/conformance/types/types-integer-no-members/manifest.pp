# A type has no members
notify { 'r': message => [Integer[1,5].from] }
