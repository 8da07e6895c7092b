# extra
class a { }
class a { }
