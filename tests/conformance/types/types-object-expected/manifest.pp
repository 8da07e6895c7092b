# An object type is named where it is expected
type Car = {attributes=>{a=>Integer}}
class c(Car $x) { notice($x.a) }
class { c: x => 'a' }
