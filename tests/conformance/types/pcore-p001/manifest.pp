# Undef
$v = Undef
notify { 'a': message => [$v, "${v}"] }
