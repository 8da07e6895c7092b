# A variable of a function is its own
function f() { $v = 1  $v }
$v = 0
notify { 'r': message => [f(), f(), $v] }
