# extra
$x = 1
function f($a = $x) { $a }
notify { "r": message => f() }
