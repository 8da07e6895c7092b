# Tuple
$v = Tuple
notify { 'a': message => [$v, "${v}"] }
