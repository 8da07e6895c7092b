# Leading colons everywhere
class a::b { $v = 1 }
include ::a::b
notify { 'r': message => [$::a::b::v, "$::a::b::v", "${::a::b::v}"] }
