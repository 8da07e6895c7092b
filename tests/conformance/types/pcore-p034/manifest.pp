# Hash[String,Integer]
$v = Hash[String,Integer]
notify { 'a': message => [$v, "${v}"] }
