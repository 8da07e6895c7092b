# A qualified name is that of its class and nothing else, and says so
class a { $x = 'a'  include b }
class b { notify { 'r': message => [$a::x, $::x, "<$b::x>", "<$nowhere::x>", "<$later::x>"] } }
class later { $x = 1 }
include a
