# Collection[1,2]
$v = Collection[1,2]
notify { 'a': message => [$v, "${v}"] }
