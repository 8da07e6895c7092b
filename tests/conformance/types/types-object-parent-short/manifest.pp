# An object type inherits with its parent before the hash
type Car = {attributes=>{color=>String}}
type Sub = Car{attributes=>{doors=>Integer}}
notice(Sub('red',2))
