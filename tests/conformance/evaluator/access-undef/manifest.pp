# extra
$y = $nope['x']
