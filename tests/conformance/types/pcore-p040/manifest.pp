# Struct[{NotUndef['b']=>String}]
$v = Struct[{NotUndef['b']=>String}]
notify { 'a': message => [$v, "${v}"] }
