# An index of a literal
notify { 'r': message => [{ 'a' => 1 }['a'], [1, 2][1]] }
