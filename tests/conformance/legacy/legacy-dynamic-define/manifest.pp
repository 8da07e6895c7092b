# A defined type does not see the variables of the class that declares it
define d() { notify { $name: message => "<$x>" } }
class c { $x = 1  d { 'i': } }
include c
