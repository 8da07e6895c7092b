# SemVerRange
$v = SemVerRange
notify { 'a': message => [$v, "${v}"] }
