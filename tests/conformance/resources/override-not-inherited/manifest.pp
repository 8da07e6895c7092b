# extra
class a { notify { 'n': message => 'x' } }
class b { Notify['n'] { message => 'y' } }
include a
include b
