# extra
$x = if false { 1 }
$y = if '' { 'truthy' } else { 'no' }
$z = unless true { 1 } else { 2 }
$c = case 5 { 1,2: { 'a' } Integer[3,6]: { 'range' } default: { 'd' } }
$d = case ['a', 1] { ['a', Integer]: { 'arr' } default: { 'no' } }
$e = case { 'k' => 'v', 'z' => 1 } { { 'k' => /v/ }: { 'hash' } default: { 'no' } }
$f = case 'x' { *['a','x']: { 'splat' } default: { 'no' } }
$g = 'ABC' ? { 'abc' => 'ci', default => 'cs' }
$h = case undef { undef: { 'undef' } default: { 'other' } }
notify { 'r': message => [$x,$y,$z,$c,$d,$e,$f,$g,$h] }
