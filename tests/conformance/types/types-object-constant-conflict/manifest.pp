# A constant and an attribute can not have one name
type Car = {constants=>{a=>1},attributes=>{a=>Integer}}
notice(Car(1))
