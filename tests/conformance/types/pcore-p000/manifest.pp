# Any
$v = Any
notify { 'a': message => [$v, "${v}"] }
