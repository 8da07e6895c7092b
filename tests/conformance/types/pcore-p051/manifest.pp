# NotUndef[String]
$v = NotUndef[String]
notify { 'a': message => [$v, "${v}"] }
