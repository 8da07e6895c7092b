# A class sees variables of all that it inherits from, the nearest first
class a { $x = 'a'  $y = 'a'  $z = 'a' }
class b inherits a { $y = 'b'  $z = 'b' }
class c inherits b { $z = 'c'  notify { 'r': message => [$x, $y, $z, $a::z, $b::x] } }
include c
