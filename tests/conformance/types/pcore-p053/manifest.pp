# Variant[Integer,String]
$v = Variant[Integer,String]
notify { 'a': message => [$v, "${v}"] }
