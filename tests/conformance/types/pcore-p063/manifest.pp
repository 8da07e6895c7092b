# Runtime
$v = Runtime
notify { 'a': message => [$v, "${v}"] }
