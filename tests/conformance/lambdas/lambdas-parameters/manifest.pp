# Blocks with types, defaults and a rest
with(1,2) |Integer $a, Integer $b = 5, *$c| { notice($a,$b,$c) }
with(1) |$a, $b = $a + 1| { notice($b) }
