# extra
function f() { [1,2].each |$x| { return($x) } 9 }
notify { "r": message => f() }
