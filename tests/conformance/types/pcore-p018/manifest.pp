# Enum['a','b']
$v = Enum['a','b']
notify { 'a': message => [$v, "${v}"] }
