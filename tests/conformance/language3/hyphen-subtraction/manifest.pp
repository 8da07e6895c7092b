# A hyphen with blanks around it, or before a number, subtracts
$a = 5
$b = 2
notify { 'r': message => [$a - $b, $a -$b, $a-1, 7-2, $a -1] }
