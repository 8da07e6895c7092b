# Assignments in a row
$a = $b = 3
notify { 'r': message => [$a, $b] }
