# extra
$x = "1a" + 1
