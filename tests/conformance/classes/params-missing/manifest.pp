# extra
class c($a, $b) { }
include c
