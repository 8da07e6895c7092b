# Type
$v = Type
notify { 'a': message => [$v, "${v}"] }
