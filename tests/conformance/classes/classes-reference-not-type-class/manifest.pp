# A reference of a class in a parameter is no Type[Class]
class c(Type[Class] $x) { notice($x, type($x)) }
class { c: x => Class['c'] }
