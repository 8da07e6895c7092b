# extra
with(1,2,3) |$a| { notice($a) }
with(1) |$a, $b = 5, *$c| { notice($a,$b,$c) }
with(1,2,3,4) |$a, *$c| { notice($a,$c) }
with(1,2) |Integer $a, String $b| { notice($a) }
