# An object in an attribute
type Car = {attributes=>{a=>Integer}}
$c = Car(1)
notify { 'n': message => $c }
