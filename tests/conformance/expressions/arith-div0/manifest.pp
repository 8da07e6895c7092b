# extra
$x = 1 / 0
