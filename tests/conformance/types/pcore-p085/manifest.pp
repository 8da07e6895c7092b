# Init[Integer,16]
$v = Init[Integer,16]
notify { 'a': message => [$v, "${v}"] }
