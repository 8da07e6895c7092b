function m::f($x) { $x + 1 }
notice(1)
