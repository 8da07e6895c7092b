# A parameter of a defined type hides the variable at the top, and defaults see earlier ones
$a = 'top'
define d($a = 'own', $b = $a, $c = "$b-$name") { notify { $name: message => [$a, $b, $c, $::a] } }
d { 'x': }
d { 'y': a => 'given' }
