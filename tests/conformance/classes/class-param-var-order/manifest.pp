# extra
class k($a, $b = $a, $c = "$b-$title-$name") { notify { "r": message => [$a,$b,$c] } }
class { "k": a => 1 }
