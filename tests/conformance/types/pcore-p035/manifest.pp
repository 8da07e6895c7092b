# Hash[0,0]
$v = Hash[0,0]
notify { 'a': message => [$v, "${v}"] }
