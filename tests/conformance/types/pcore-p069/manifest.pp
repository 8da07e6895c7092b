# Timestamp['2020-01-01']
$v = Timestamp['2020-01-01']
notify { 'a': message => [$v, "${v}"] }
