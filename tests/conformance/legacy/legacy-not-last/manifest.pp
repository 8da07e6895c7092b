# not at the end
$y = 1
$x = not $y
