# Enum['a',true]
$v = Enum['a',true]
notify { 'a': message => [$v, "${v}"] }
