# Iterator[String]
$v = Iterator[String]
notify { 'a': message => [$v, "${v}"] }
