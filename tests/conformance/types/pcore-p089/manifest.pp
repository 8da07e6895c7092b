# Object[{attributes=>{a=>Integer}}]
$v = Object[{attributes=>{a=>Integer}}]
notify { 'a': message => [$v, "${v}"] }
