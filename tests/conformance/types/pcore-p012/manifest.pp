# Integer[default,2]
$v = Integer[default,2]
notify { 'a': message => [$v, "${v}"] }
