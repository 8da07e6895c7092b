# A reference inside an array is but an element of it
class c(String $x) { notice($x, type($x)) }
class { c: x => [Class['c']] }
