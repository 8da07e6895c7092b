# a deferred call made of a hash
notify { 'r': message => Deferred({ 'name' => 'a', 'arguments' => [1], 'x' => 1 }) }
