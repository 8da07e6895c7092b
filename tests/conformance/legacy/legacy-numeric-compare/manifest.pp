# Strings are not compared with numbers
$x = '10' > 9
