# extra
$facts = 1
