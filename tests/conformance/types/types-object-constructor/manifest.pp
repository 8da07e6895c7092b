# A constructor that does not accept its arguments
type Car = {attributes=>{a=>Integer}}
notice(Car('a'))
