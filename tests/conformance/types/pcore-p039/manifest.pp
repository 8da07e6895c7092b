# Struct[{Optional[a]=>Integer,'b'=>Optional[String]}]
$v = Struct[{Optional[a]=>Integer,'b'=>Optional[String]}]
notify { 'a': message => [$v, "${v}"] }
