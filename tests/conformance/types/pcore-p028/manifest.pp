# Array[0,0]
$v = Array[0,0]
notify { 'a': message => [$v, "${v}"] }
