# Tuple[String,1,3]
$v = Tuple[String,1,3]
notify { 'a': message => [$v, "${v}"] }
