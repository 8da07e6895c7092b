# extra
class a { }
define a() { }
