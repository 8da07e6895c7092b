# A parameter of a function is set already
function f($v) { $v = 1  $v }
notify { 'r': message => f(2) }
