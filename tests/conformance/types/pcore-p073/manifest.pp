# SemVer
$v = SemVer
notify { 'a': message => [$v, "${v}"] }
