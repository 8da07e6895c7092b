# A defined type that begins with a digit
define 3d() { }
