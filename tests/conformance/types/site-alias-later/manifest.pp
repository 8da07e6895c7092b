# extra
class a(Later $x) { notify { "$x": } }
type Later = Integer
class { "a": x => 5 }
