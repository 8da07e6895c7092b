# String[1,5]
$v = String[1,5]
notify { 'a': message => [$v, "${v}"] }
