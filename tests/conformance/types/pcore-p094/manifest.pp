# Integer[1,1]
$v = Integer[1,1]
notify { 'a': message => [$v, "${v}"] }
