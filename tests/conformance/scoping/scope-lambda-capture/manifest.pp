# A lambda that is passed on sees where it was written
function f(Callable $b) { 1 }
function g(&$b) { 1 }
$x = 1
notify { 'r': message => with(2) |$y| { $x + $y } }
