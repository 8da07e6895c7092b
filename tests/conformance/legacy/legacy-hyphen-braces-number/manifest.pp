# A subtraction in the braces of a string
$a = 5
notify { 'x': message => "${a-1} ${$a-1}" }
