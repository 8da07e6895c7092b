# extra
define d($a = "$b", $b = "$a") { }
d { 'x': }
