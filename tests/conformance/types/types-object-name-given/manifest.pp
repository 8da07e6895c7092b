# The alias names the type, whatever name is given
type Car = {name=>'Other',attributes=>{a=>Integer}}
notice(Car(1))
