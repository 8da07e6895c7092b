# A reference of a class in a parameter is that of a resource too
class c($x) { notice($x, type($x)) }
class { c: x => Class['c'] }
