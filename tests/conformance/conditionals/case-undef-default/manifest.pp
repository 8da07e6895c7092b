# extra
case 1 { 2: { notify { "x": } } }
$r = case 1 { default: { 5 } }
notify { "r": message => $r }
