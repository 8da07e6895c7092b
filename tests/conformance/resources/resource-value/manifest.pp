# extra
$r = notify { 'a': }
$s = [notify { ['b','c']: }]
notify { 'r': message => [$r, $s], require => $r }
