# extra
$x = [1] < [2]
