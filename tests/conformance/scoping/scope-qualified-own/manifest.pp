# A class reads its own variable by its whole name
class a { $v = 1  notify { 'r': message => $a::v } }
include a
