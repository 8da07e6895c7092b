# extra
class a::b { tag 'x', 'y::z' notify { 'n': tag => 'own' } if tagged('x') { notify { 'isx': } } if tagged('own') { notify { 'isown': } } }
include a::b
if tagged('a::b') { notify { 'top': } }
define d() { notify { "d-$title": } }
d { 'Foo Bar': tag => ['q','r'] }
d { 'foo::bar': }
