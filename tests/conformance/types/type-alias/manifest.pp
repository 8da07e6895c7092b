# extra
type Port = Integer[1,65535]
type Tree = Variant[Integer, Array[Tree]]
class c(Port $p, Tree $t) { notify { 'c': message => [$p, $t, 5 =~ Port, 'x' =~ Tree] } }
class { 'c': p => 80, t => [1,[2,[3]]] }
