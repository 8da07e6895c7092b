# extra
type A = Nosuch
$x = 5 =~ A
