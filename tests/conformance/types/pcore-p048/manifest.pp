# Optional[String]
$v = Optional[String]
notify { 'a': message => [$v, "${v}"] }
