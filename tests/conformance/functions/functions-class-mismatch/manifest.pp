# A function gets the type itself: Type[Class]
function f(String $x) { notice($x, type($x)) }
f(Class['c'])
