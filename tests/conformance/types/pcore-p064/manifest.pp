# Runtime[ruby,'Symbol']
$v = Runtime[ruby,'Symbol']
notify { 'a': message => [$v, "${v}"] }
