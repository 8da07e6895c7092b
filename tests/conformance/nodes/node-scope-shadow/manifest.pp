# A variable of the node hides that at the top for what the node includes, not for the code at the top
$v = 'top'
class early { notify { 'early': message => $v } }
class late { notify { 'late': message => [$v, $::v] } }
include early
node default { $v = 'node'  include early  include late }
