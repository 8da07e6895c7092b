# extra
$y = 'abc'['x']
