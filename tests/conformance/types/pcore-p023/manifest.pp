# Regexp
$v = Regexp
notify { 'a': message => [$v, "${v}"] }
