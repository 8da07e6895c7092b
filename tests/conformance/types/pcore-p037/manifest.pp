# Hash[Any,Any]
$v = Hash[Any,Any]
notify { 'a': message => [$v, "${v}"] }
