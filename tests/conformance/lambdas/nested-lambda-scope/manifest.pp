# extra
$r = [1,2].map |$x| { [10,20].map |$y| { $z = $x + $y $z } }
notify { "r": message => $r }
