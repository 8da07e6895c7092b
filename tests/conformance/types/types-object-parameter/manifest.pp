# A type parameter picks instances by the value of the attribute
type Car = {type_parameters=>{p=>Integer},attributes=>{p=>Integer}}
notice(Car(1) =~ Car[1], Car(2) =~ Car[1], Car[1])
