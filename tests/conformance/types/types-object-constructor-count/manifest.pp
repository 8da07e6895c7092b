# A constructor that gets too many arguments
type Car = {attributes=>{a=>Integer}}
notice(Car(1,2))
