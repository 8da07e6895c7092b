# Assigning to an index
$a = { }
$a['x'] = 2
