# The line of a fault in a function that a function calls
function f($x) {
  g($x)
}
function g(Integer $x) {
  $x
}
f('a')
