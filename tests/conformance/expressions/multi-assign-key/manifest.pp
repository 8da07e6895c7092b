# extra
[$a, $b] = { 'a' => 1 }
