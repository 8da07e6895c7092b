# private and attr as values
$x = private
