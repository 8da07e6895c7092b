# SemVer['>1.0.0']
$v = SemVer['>1.0.0']
notify { 'a': message => [$v, "${v}"] }
