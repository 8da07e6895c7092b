# extra
class a { }
class b inherits a { Notify['n'] { message => 'y' } }
include b
