# A mismatch deep inside a recursive alias
type Tree = Variant[Integer, Array[Tree]]
class c(Tree $x) {}
class { c: x => [1,[2,'x']] }
