# extra
class b { notify { 'b': message => "<$a::x>" } }
class a { $x = 1 }
include b
include a
