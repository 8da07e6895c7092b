# Ruby DSL and class parameters of old
class a($b, $c = $b) { notify { 'r': message => [$b, $c] } }
class { a: b => 1 }
