# A reference in a parameter is that of a resource
class c($x) { notice($x, type($x)) }
class { c: x => Notify['a'] }
