# Array
$v = Array
notify { 'a': message => [$v, "${v}"] }
