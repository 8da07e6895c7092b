# extra
class a { $x = 1 $y = undef }
class b { notify { 'b': message => [$a::x, $a::y, $::a::x] } }
include a
include b
