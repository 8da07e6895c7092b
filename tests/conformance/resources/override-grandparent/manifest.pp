# extra
class a { notify { 'n': message => 'x' } }
class b inherits a { }
class c inherits b { Notify['n'] { message => 'z' } }
include c
