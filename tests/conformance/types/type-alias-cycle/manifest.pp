# extra
type A = B
type B = A
$x = 5 =~ A
