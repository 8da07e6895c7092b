# parameters of the parent are variables of the child; its own of the same name hide them
class a($p = 1, $q = 2) { }
class b($q = $a::p) inherits a { notify { 'r': message => [$p, $q, $a::q] } }
include b
