function one(Integer $count) { $count }
function two(String $text, Integer[0, 10] $count = 1) { $count }
function many(String $first, Integer *$rest) { $rest }
function some(Integer *$all) { $all }
function none() { 1 }
function untyped($a, $b = undef) { $a }
function structured(Struct[{ 'a' => Integer, Optional['b'] => String }] $options) { $options }
function listed(Array[Integer, 1, 3] $list, Variant[Integer, Boolean] $choice = 1) { $list }
function defaulted(Optional[String] $a = undef, Enum['x', 'y'] $b = 'x') { $a }
