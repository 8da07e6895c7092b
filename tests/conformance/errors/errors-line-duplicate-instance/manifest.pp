# The line of a duplicate inside the instance of a define
define d($a) { notify { $a: } }
d { 'x': a => 'same' }
d { 'y': a => 'same' }
