# extra
[1].each |$a,$b,$c| { }
