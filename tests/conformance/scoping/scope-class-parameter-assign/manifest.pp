# A parameter of a class is set already
class c($a = 1) { $a = 2 }
include c
