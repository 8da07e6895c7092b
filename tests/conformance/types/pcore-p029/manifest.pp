# Array[Any]
$v = Array[Any]
notify { 'a': message => [$v, "${v}"] }
