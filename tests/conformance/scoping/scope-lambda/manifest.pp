# extra
$a = 1
$r = [1,2].map |$a| { $b = $a + 1 $b }
notify { 'r': message => $r }
if true { $inner = 'set' }
notify { 'i': message => $inner }
$m = [1].map |$i| { if $i == 1 { $z = 5 } $z }
notify { 'm': message => $m }
