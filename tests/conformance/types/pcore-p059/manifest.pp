# Callable[0,0]
$v = Callable[0,0]
notify { 'a': message => [$v, "${v}"] }
