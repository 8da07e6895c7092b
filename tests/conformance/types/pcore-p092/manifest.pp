# Variant[Integer[1,2],Undef]
$v = Variant[Integer[1,2],Undef]
notify { 'a': message => [$v, "${v}"] }
