# An attribute whose type is none
type Car = {attributes=>{color=>1}}
notice(Car('red'))
