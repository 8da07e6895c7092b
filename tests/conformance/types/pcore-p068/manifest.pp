# Timestamp
$v = Timestamp
notify { 'a': message => [$v, "${v}"] }
