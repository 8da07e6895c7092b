# extra
$x = { a => 1 } * 2
