# Init[Integer]
$v = Init[Integer]
notify { 'a': message => [$v, "${v}"] }
