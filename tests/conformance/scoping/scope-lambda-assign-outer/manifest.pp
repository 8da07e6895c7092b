# A lambda may set a variable that is set around it
$y = 'out'
[1, 2].each |$e| { $y = $e  notify { "r$e": message => $y } }
notify { 's': message => $y }
