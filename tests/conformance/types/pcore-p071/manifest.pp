# Timespan[1,2]
$v = Timespan[1,2]
notify { 'a': message => [$v, "${v}"] }
