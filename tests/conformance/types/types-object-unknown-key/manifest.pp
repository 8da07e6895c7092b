# An object type with an unknown key
type Car = {attribute=>{color=>String}}
notice(Car('red'))
