# extra
class base($p = 1) { $v = 'b' $w = 'bw' }
class child($q = $base::p) inherits base { $v = 'c' notify { 'c': message => "$v $w $p $q $base::v ${child::w}" } }
include child
