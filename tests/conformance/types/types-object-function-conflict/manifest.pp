# A function and an attribute can not have one name
type Car = {attributes=>{a=>Integer},functions=>{a=>Callable}}
notice(Car(1).f)
