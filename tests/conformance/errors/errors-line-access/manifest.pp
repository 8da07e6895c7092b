# The line of an access of what can not be accessed
$r = with(1) |$x| {
  $y = $x + 1
  $z = $y[2]['a']['b']
  $z
}
notice($r)
$q = undef
$q['a']
notice($q['a'])
