# extra
class a { notify { 'n': message => 'x', tag => ['t1'] } }
class b inherits a { Notify['n'] { message => 'y', tag +> 't2', withpath => true } }
include b
