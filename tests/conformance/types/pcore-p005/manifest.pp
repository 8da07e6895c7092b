# Numeric
$v = Numeric
notify { 'a': message => [$v, "${v}"] }
