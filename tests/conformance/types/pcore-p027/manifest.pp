# Array[1,2]
$v = Array[1,2]
notify { 'a': message => [$v, "${v}"] }
