# Object
$v = Object
notify { 'a': message => [$v, "${v}"] }
