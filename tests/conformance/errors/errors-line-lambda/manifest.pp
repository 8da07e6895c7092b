# The line of a fault inside a lambda
[1, 2].each |$x| {
  if $x == 2 {
    fail("at $x")
  }
}
