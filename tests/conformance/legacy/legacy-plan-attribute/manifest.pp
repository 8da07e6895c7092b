# plan as an attribute and a key
define d($plan) { notify { $name: message => $plan } }
d { 'x': plan => 'y' }
$h = { plan => 1 }
notify { 'h': message => $h['plan'] }
