# T
type T = Integer[1,2]
$v = T
notify { 'a': message => [$v, "${v}"] }
