# extra
define d($a, $b = $a) { notify { 'x': message => "<$b>" } }
d { 'x': }
