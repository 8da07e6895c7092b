# The lines of a fault inside nested defines
class c {
  d { 'one': }
}
define d {
  e { 'two': }
}
define e {
  $x = 1
  fail("in e")
}
include c
