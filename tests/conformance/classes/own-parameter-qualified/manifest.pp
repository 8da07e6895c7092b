class a(String $x, String $y = "${a::x}", $z = "${a::y}!", $w = $::a::x) { notify { "${y} ${z} ${w}": } }
class { 'a': x => 'given' }
define d($n, $m = "${a::x} ${n}") { notify { "${title} ${m}": } }
d { 'one': n => 1 }
