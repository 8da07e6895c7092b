# Sensitive[String]
$v = Sensitive[String]
notify { 'a': message => [$v, "${v}"] }
