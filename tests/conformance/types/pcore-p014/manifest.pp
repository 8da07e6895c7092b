# Float
$v = Float
notify { 'a': message => [$v, "${v}"] }
