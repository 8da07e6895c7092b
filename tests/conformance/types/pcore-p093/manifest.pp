# Hash[String,Array[Integer,1],2]
$v = Hash[String,Array[Integer,1],2]
notify { 'a': message => [$v, "${v}"] }
