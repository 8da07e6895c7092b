# An object is named by its type where it does not fit
type Car = {attributes=>{a=>Integer}}
class c(String $x) { notice($x) }
class { c: x => Car(1) }
