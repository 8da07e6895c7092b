# Data of a parameter that asks for itself
class c($p) { }
include c
