# An attribute takes no arguments
type Car = {attributes=>{a=>Integer}}
notice(Car(1).a(1))
