# Nothing for a parameter that must have a value
class c($p, $q) { }
include c
