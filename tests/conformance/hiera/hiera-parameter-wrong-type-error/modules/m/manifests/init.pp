class m(Integer $a = 0, String $b = 'code', Optional[String] $c = undef) { notify { 'r': message => [$a, $b, $c] } }
