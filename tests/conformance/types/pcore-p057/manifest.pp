# Callable
$v = Callable
notify { 'a': message => [$v, "${v}"] }
