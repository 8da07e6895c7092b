# Float[1.0,2.0]
$v = Float[1.0,2.0]
notify { 'a': message => [$v, "${v}"] }
