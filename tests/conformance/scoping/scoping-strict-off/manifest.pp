# strict=off is silent
notice('1' + 1, $nope)
$x = {a => 1, a => 2}
notice("\q")
