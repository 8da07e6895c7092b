# Collection
$v = Collection
notify { 'a': message => [$v, "${v}"] }
