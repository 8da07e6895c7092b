function f($a) { f($a) }
f(1)
