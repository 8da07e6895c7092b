# Array[Class['a']]
$v = Array[Class['a']]
notify { 'a': message => [$v, "${v}"] }
