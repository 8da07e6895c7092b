# T
type T = Object[{attributes=>{a=>Integer,b=>{type=>String,value=>'x'}}}]
$v = T
notify { 'a': message => [$v, "${v}"] }
