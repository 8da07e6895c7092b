# extra
function f($x) { fail("f $x") }
define d() { f($title) }
d { 'x': }
