# extra
class c(Integer $a, String $b = "v$a", Optional[String] $c = undef, $d = $b) { notify { 'c': message => [$a,$b,$c,$d] } }
class { 'c': a => 1, b => undef }
