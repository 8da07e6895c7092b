# Object[{name=>'X',attributes=>{a=>Integer}}]
$v = Object[{name=>'X',attributes=>{a=>Integer}}]
notify { 'a': message => [$v, "${v}"] }
