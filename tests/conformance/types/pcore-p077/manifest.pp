# URI
$v = URI
notify { 'a': message => [$v, "${v}"] }
