function m::f($x) {
  $x +
}
