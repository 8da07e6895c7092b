# URI['http://x']
$v = URI['http://x']
notify { 'a': message => [$v, "${v}"] }
