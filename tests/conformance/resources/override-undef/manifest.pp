# extra
class a { notify { 'n': message => 'x' } }
class b inherits a { Notify['n'] { message => undef } }
include b
