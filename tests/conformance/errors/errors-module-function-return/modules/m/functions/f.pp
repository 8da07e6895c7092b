function m::f(
  Integer $x,
) >> String {
  $x
}
