# Type[Resource]
$v = Type[Resource]
notify { 'a': message => [$v, "${v}"] }
