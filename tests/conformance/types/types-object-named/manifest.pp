# An object prints with the name of its type
$o = Object[{name=>'My::Car',attributes=>{color=>String,wheels=>{type=>Integer,value=>4}}}]
$c = $o.new('red')
notice($c, $c.color, $c.wheels)
