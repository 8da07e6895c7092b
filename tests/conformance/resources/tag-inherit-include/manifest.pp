# extra
class a { tag "ta" include b }
class b { notify { "b": } }
class c { include b notify { "c": } }
include c
include a
