# Default
$v = Default
notify { 'a': message => [$v, "${v}"] }
