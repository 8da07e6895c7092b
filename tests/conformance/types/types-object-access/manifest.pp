# An object can not be indexed
type Car = {attributes=>{a=>Integer}}
notice(Car(1)[a])
