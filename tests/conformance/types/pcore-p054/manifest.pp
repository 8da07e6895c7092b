# Variant
$v = Variant
notify { 'a': message => [$v, "${v}"] }
