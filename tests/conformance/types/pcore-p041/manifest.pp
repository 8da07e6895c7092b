# Struct
$v = Struct
notify { 'a': message => [$v, "${v}"] }
