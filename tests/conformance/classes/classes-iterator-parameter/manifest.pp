# An iterator cannot be passed to a class, whatever the type of the parameter
class c(Iterable $x) { $x.each |$y| { notice($y) } }
class { c: x => [1,2].reverse_each }
