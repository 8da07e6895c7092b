# extra
class a { notify { "a": } }
class b { notify { "b": } }
include("a") -> include("b")
