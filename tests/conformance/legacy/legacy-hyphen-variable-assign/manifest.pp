# Assigning to a variable with a hyphen
$foo-bar = 1
