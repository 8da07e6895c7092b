# An object type prints in full
type Car = {attributes=>{a=>Integer}}
notice(Car, type(Car), [Car], Car =~ Type, Car == Object)
