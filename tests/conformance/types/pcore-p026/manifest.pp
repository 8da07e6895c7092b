# Array[Integer]
$v = Array[Integer]
notify { 'a': message => [$v, "${v}"] }
