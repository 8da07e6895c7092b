# The reference of a class does not fit a String parameter of a define
define d(String $x) { notice($x, type($x)) }
d { c: x => Class['c'] }
