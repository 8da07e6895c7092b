# extra
$x = {a=>1} + 5
