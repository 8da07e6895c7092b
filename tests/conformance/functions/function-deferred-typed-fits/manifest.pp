# a return type of the right kind is enough
function f($a) >> Integer[2] { 2 }
define d(Integer[3] $x) { notify { 'r': message => $x } }
d { 'a': x => Deferred('f', [1]) }
