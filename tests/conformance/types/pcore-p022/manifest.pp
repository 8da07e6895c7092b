# Pattern
$v = Pattern
notify { 'a': message => [$v, "${v}"] }
