# A parent does not see its child
class a { notify { 'a': message => "<$v>" } }
class b inherits a { $v = 'b' }
include b
