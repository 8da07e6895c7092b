# NotUndef['x']
$v = NotUndef['x']
notify { 'a': message => [$v, "${v}"] }
