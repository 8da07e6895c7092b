# Optional[T]
type T = Object[{attributes=>{a=>Integer}}]
$v = Optional[T]
notify { 'a': message => [$v, "${v}"] }
