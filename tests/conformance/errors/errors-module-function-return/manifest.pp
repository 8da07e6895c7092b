# A function that returns what it does not promise
$x = m::f(1)
