# SemVer['1.x','2.x']
$v = SemVer['1.x','2.x']
notify { 'a': message => [$v, "${v}"] }
