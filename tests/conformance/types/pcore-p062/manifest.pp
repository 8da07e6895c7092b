# Callable[String,Optional[Callable]]
$v = Callable[String,Optional[Callable]]
notify { 'a': message => [$v, "${v}"] }
