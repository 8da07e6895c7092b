# extra
class k($a = 5) { notify { "r": message => "<$a>" } }
class { "k": a => undef }
