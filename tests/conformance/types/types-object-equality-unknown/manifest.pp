# Equality by an attribute that is not there
type Car = {equality=>[zz],attributes=>{a=>Integer}}
notice(Car(1))
