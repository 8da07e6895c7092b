# Type[Notify['x']]
$v = Type[Notify['x']]
notify { 'a': message => [$v, "${v}"] }
