# Names of parameters are words
notify { 'r': message => inline_epp('x', { 'a b' => 1 }) }
