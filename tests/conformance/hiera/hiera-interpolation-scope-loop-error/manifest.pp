# A variable whose value asks for the variable
$v = 'x%{v}'
notify { 'r': message => lookup('a') }
