# Callable[Integer,1,2,Callable[String]]
$v = Callable[Integer,1,2,Callable[String]]
notify { 'a': message => [$v, "${v}"] }
