# A lambda in a function sees the parameters of the function
function f($v) { [1, 2].map |$e| { $e + $v } }
notify { 'r': message => f(10) }
