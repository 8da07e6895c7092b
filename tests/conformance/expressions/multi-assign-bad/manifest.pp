# extra
[$a, $b] = [1]
