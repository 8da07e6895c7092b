# extra
$x = -[1]
