# NotUndef
$v = NotUndef
notify { 'a': message => [$v, "${v}"] }
