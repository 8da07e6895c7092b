# Data fills parameters in order, given values stay, undef counts as not given
class c($a, $b = $a, $d = 'dd', Optional[String] $e = undef) { notify { 'r': message => [$a, $b, $d, $e] } }
class { 'c': d => undef }
