# A default uses the variable at the top of another name
$t = 5
class c($a = $t, $b = $::t) { notify { 'r': message => [$a, $b] } }
include c
