# Why a variable in data is not there; each is told once
class c { }
class d { $v = 1 }
include c
notify { 'r': message => [lookup('a'), lookup('a')] }
