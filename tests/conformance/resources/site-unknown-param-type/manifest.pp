# extra
class a(Nosuch $x) { }
