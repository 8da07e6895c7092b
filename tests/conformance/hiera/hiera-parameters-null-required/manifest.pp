# A null for a parameter without a default is a value
class c($p, Optional[Integer] $q) { notify { 'r': message => [$p =~ Undef, $q =~ Undef] } }
include c
