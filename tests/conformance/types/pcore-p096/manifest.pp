# Type[File]
$v = Type[File]
notify { 'a': message => [$v, "${v}"] }
