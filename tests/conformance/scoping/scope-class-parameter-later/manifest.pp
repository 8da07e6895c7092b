# A default can not use a later parameter
class c($a = $b, $b = 1) { }
include c
