# extra
[1].each |$x| { include c1 }
class c1 { notify { 'c1': message => "$x" } }
class c2 { $v = 'c2' include c3 }
class c3 { notify { 'c3': message => "${v}-${c2::v}" } }
include c2
