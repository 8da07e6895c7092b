# extra
$osfamily = 'x'
