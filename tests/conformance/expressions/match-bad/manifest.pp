# extra
$x = 1 =~ /a/
