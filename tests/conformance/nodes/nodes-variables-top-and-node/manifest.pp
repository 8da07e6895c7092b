# variables of the node block hide those of the top scope, in classes too
$x = 'top'
$y = 'top'
class k { notify { 'k': message => [$x, $y, $::x] } }
node default { $x = 'node' include k }
