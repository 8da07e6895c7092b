# Several variables at once
[$a, [$b, $c]] = [1, [2, 3]]
notify { 'r': message => [$a, $b, $c] }
