# A hash defines an object type
type Car = {attributes=>{color=>String}}
notice(Car('red'))
