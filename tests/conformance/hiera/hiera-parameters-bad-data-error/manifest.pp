# Data that is not YAML, met by a parameter
class c($p = 1) { }
include c
