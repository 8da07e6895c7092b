# extra
function f($a = 1, $b) { $a }
f(1,2)
