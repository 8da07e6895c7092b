# A defined type inherits from nothing
define a() inherits b { }
