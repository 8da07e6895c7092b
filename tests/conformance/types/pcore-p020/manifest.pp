# Enum
$v = Enum
notify { 'a': message => [$v, "${v}"] }
