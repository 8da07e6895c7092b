# String[2]
$v = String[2]
notify { 'a': message => [$v, "${v}"] }
