# extra
class a { contain c }
class b { contain c }
class c { notify { "c": } }
include a, b
