# Iterable[String]
$v = Iterable[String]
notify { 'a': message => [$v, "${v}"] }
