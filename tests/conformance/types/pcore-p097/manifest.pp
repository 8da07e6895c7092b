# Optional[File['/x']]
$v = Optional[File['/x']]
notify { 'a': message => [$v, "${v}"] }
