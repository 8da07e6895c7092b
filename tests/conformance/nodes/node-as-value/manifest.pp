# A node block is no value
$x = node 'a' { }
