# A default can not use its own parameter
class c($a = $a) { }
include c
