# Integer[1]
$v = Integer[1]
notify { 'a': message => [$v, "${v}"] }
