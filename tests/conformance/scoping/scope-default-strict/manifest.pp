# An unknown variable in the default of a parameter is an error when strict
class c($a = $nope) { }
include c
