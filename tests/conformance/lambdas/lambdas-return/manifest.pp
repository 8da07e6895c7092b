# return in a block leaves the function
function f($a) { $a.each |$x| { if $x > 1 { return($x) } } 'none' }
notice(f([1,2,3]), f([0]))
