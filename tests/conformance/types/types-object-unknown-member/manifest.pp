# What an object does not have is looked for as a function
type Car = {attributes=>{a=>Integer}}
notice(Car(1).b)
