# extra
$x = Integr
