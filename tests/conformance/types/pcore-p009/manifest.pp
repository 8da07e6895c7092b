# Boolean[true]
$v = Boolean[true]
notify { 'a': message => [$v, "${v}"] }
