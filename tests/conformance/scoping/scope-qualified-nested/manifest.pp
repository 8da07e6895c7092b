# A variable of a nested class
class a { class b { $v = 'deep' }  include a::b  notify { 'r': message => [$a::b::v, $::a::b::v] } }
include a
