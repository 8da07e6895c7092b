# The data of an inherited class is its own
class base($p = 'x') { $v = "base ${p}" }
class sub($p = 'y', $q = 'z') inherits base { notify { 'r': message => [$p, $q, $base::p, $v] } }
include sub
