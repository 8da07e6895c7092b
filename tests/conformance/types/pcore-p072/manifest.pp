# Timespan
$v = Timespan
notify { 'a': message => [$v, "${v}"] }
