# extra
define a() { }
define a() { }
