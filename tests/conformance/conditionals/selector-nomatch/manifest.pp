# extra
$g = 5 ? { 1 => 2 }
