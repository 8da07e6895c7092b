# A class sees the parameters of its parent
class a($p = 'dflt') { }
class b inherits a { notify { 'r': message => $p } }
class { 'a': p => 'set' }
include b
