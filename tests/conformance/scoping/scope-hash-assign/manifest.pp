# Several variables from a hash
[$a, $b] = { 'b' => 2, 'a' => 1, 'c' => 3 }
notify { 'r': message => [$a, $b] }
