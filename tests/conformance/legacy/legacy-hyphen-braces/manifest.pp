# A hyphen in the braces of a string
$a = 5
notify { 'x': message => "${a-b}" }
