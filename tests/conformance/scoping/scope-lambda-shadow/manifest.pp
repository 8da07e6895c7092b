# A parameter of a lambda hides a variable around it
$x = 'out'
[1].each |$x| { notify { 'r': message => $x } }
notify { 's': message => $x }
