# extra
[$a, $b] = [1, 2]
[$c, [$d, $e]] = [3, [4, 5]]
[$f, $g] = { 'g' => 7, 'f' => 6 }
class k($x = 8, $y = 9) { }
include k
[$x, $y] = Class['k']
notify { 'r': message => [$a,$b,$c,$d,$e,$f,$g,$x,$y] }
