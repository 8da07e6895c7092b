# A child may set what its parent has set
class a { $v = 'a' }
class b inherits a { $v = 'b'  notify { 'r': message => [$v, $a::v] } }
include b
