# Init
$v = Init
notify { 'a': message => [$v, "${v}"] }
