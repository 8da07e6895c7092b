# Type[String]
$v = Type[String]
notify { 'a': message => [$v, "${v}"] }
