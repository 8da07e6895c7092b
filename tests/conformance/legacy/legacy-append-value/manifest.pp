# += as a value
$a = [1]
notify { 'x': message => $b += [2] }
