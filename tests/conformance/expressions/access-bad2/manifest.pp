# extra
$a = [1]
$y = $a['x']
