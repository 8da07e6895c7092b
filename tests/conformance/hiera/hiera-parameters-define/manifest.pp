# Defined types get nothing from data
define d($p = 'dflt') { notify { $title: message => $p } }
d { 'r': }
