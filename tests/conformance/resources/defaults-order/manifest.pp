# extra
notify { 'a': }
Notify { message => 'd' }
notify { 'b': }
class k { notify { 'k': } Notify { withpath => true } notify { 'k2': } }
include k
notify { 'c': message => undef }
define d() { notify { "d-$title": } }
d { 'x': }
