# String
$v = String
notify { 'a': message => [$v, "${v}"] }
