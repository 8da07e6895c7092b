# extra
$x = Integer("5")
notify { "r": message => $x }
