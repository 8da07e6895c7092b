# An object prints what it could be made of again
type Car = Object[{attributes=>{color=>String,wheels=>{type=>Integer,value=>4}}}]
$c = Car('red')
notice($c, $c.color, $c.wheels, $c =~ Car, type($c))
notice(Car({color=>'blue',wheels=>3}))
