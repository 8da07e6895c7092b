# A default of a subtype is left out when it prints
type Car = {attributes=>{color=>String}}
type Sub = {parent=>Car,attributes=>{doors=>{type=>Integer,value=>5}}}
notice(Sub('red'), Sub('red') =~ Car, Sub < Car)
