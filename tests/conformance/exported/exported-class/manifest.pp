# extra
class a { @@notify { "n": } notify { "m": } }
include a
