# Type[Array[String]]
$v = Type[Array[String]]
notify { 'a': message => [$v, "${v}"] }
