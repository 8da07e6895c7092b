# extra
$x = 5
$y = $x[0]
