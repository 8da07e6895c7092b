# Optional
$v = Optional
notify { 'a': message => [$v, "${v}"] }
