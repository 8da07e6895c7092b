# Hash[String,Integer,1,2]
$v = Hash[String,Integer,1,2]
notify { 'a': message => [$v, "${v}"] }
