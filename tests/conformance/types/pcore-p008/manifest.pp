# Boolean
$v = Boolean
notify { 'a': message => [$v, "${v}"] }
