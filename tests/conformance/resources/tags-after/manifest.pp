# extra
class a { notify { "n": } tag "late" }
include a
