# extra
class k { $v = 1 define d() { notify { "d": message => "<$v>" } } k::d { "x": } }
include k
