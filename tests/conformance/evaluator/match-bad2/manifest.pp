# extra
$x = 'a' =~ '('
