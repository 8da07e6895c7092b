# Scalar
$v = Scalar
notify { 'a': message => [$v, "${v}"] }
