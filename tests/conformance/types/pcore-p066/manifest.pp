# Sensitive
$v = Sensitive
notify { 'a': message => [$v, "${v}"] }
