# extra
function f(Integer $a) { $a }
f(1, 2)
