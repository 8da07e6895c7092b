# The case of a class in a whole name
class a { $v = 1 }
include a
notify { 'r': message => "<${A::v}>" }
