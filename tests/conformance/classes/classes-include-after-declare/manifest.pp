# include after a declaration with parameters is fine
class a($p = 1) { notify { 'r': message => $p } }
class { 'a': p => 2 }
include a
contain a
