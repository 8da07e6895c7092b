# Iterable
$v = Iterable
notify { 'a': message => [$v, "${v}"] }
