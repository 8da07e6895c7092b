# A lookup in a default of a parameter and in a defined type
define d($p = lookup('a')) { notify { $title: message => [$p, lookup('t')] } }
d { 'r': }
