# A class with parameters and a parent
class a($x = 1) { notify { 'a': message => $x } }
class b($x = 2) inherits a { notify { 'b': message => [$x, $a::x] } }
include b
