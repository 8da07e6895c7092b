# a deferred call digs into variables of the top scope only
$x = { 'a' => { 'b' => 3 } }
class k {
  $y = { 'a' => 1 }
  notify { 'r': message => [call(Deferred('$x', ['a', 'b'])), call(Deferred('$y', ['a']))] }
}
include k
