# Callable[String]
$v = Callable[String]
notify { 'a': message => [$v, "${v}"] }
