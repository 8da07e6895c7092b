# Integer
$v = Integer
notify { 'a': message => [$v, "${v}"] }
