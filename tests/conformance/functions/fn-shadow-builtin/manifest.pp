# extra
function notice($x) { 5 }
$x = notice("y")
notify { "r": message => $x }
