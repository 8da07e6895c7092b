# A variable set to undef is set
$a = undef
$a = 1
