# extra
class a { $b::c = 1 }
include a
