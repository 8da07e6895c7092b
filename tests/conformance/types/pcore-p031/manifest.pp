# Tuple[String,Integer]
$v = Tuple[String,Integer]
notify { 'a': message => [$v, "${v}"] }
