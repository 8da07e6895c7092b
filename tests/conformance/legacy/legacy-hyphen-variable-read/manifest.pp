# Reading a variable with a hyphen subtracts
$foo = 3
$r = $foo-bar
