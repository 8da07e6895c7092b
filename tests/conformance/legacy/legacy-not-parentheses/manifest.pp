# not before parentheses is a call
$x = not(true)
