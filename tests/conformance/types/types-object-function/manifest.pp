# A function of an object has no code
type Car = {attributes=>{a=>Integer},functions=>{f=>Callable[Integer]}}
notice(Car(1).f(2))
