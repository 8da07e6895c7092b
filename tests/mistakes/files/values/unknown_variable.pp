notice($prot)
$port = 1
