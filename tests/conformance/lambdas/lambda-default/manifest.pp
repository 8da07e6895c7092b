# extra
notify { "r": message => [with(1) |$a, $b = $a + 1| { [$a,$b] }] }
