# Binary
$v = Binary
notify { 'a': message => [$v, "${v}"] }
