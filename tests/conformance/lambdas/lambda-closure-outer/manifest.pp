# extra
class k { $v = 1 $r = [1].map |$x| { $v + $x } notify { "r": message => $r } }
include k
