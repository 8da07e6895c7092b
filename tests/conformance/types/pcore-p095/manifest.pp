# String[3,3]
$v = String[3,3]
notify { 'a': message => [$v, "${v}"] }
