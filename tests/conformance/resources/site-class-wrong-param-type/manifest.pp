# extra
class a(5 $x) { }
