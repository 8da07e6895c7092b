# Type[Class]
$v = Type[Class]
notify { 'a': message => [$v, "${v}"] }
