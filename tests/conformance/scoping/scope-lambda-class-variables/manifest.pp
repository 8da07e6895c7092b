# A lambda in a class sees its variables and parameters
class c($p = 1) { $v = 2  [3].each |$e| { notify { 'r': message => [$p, $v, $e] } } }
include c
