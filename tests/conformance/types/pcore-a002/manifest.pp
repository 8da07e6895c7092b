# T(1)
type T = Object[{attributes=>{a=>Integer,b=>{type=>String,value=>'x'}}}]
$v = T(1)
notify { 'a': message => [$v, "${v}"] }
