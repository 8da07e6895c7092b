# extra
class c { notify { 'before': } return() notify { 'after': } }
include c
define d() { [1,2,3].each |$x| { if $x == 2 { return() } notify { "d-$x": } } }
d { 'x': }
notify { 'end': }
