# ScalarData
$v = ScalarData
notify { 'a': message => [$v, "${v}"] }
