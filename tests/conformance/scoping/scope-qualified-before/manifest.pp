# A variable of a class that comes later is unknown
notify { 'r': message => "<$c::v>" }
class c { $v = 1 }
include c
