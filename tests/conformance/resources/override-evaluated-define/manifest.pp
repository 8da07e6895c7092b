# extra
define d($p = 1) { notify { "d-$title-$p": } }
class a { d { 'x': } }
class b inherits a { D['x'] { p => 2 } }
include b
