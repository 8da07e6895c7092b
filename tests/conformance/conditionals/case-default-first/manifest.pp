# extra
$r = case 1 { default: { "d" } 1: { "one" } }
notify { "r": message => $r }
