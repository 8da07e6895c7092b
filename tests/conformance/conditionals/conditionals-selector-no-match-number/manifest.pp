# A selector without a match for a number
$x = 1.5 ? { 'b' => 1 }
