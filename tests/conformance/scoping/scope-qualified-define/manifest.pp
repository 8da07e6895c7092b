# A defined type has no variables for others
define d() { $v = 1 }
d { 'x': }
notify { 'r': message => "<$d::v>" }
