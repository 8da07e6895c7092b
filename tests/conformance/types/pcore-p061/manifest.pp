# Callable[[String],Integer]
$v = Callable[[String],Integer]
notify { 'a': message => [$v, "${v}"] }
