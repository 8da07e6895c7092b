# extra
$x = 5.5 % 2
