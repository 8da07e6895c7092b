# extra
$x = 1
function f() { "$x" }
class k { $x = 2 notify { "r": message => f() } }
include k
