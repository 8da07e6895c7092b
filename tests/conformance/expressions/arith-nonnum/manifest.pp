# extra
$x = 'a' + 1
