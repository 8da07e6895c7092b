# convert_to: types as text, arguments, for class parameters
class c(Integer $n, $t, $h) { notify { 'c': message => [$n, String($t), $h] } }
include c
notify { 'r': message => [lookup('v'), lookup('f.0')] }
