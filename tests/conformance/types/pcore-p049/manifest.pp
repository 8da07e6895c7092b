# Optional['x']
$v = Optional['x']
notify { 'a': message => [$v, "${v}"] }
