# A fault of an attribute names the type and is placed where that is used
type Car = {attributes=>{color=>{type=>String,kind=>nope}}}
notice(Car().color)
