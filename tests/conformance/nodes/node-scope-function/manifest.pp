# A function sees the top and not the node
function f() { "<$n> <$t>" }
$t = 't'
node default { $n = 'n'  notify { 'r': message => f() } }
