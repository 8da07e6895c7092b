# Hash
$v = Hash
notify { 'a': message => [$v, "${v}"] }
