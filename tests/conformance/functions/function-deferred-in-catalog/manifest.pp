# deferred calls go into the catalog as they are, in arrays, hashes and secrets
$d = Deferred('join', [['a']])
notify { 'r': message => [$d, { 'k' => $d }, Deferred('f')], tag => 'x' }
notify { 's': message => Sensitive($d) }
notify { 't': message => "${d} ${Deferred('f')}" }
