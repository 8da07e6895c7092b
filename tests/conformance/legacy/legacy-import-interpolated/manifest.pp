# import with a variable
$x = 'a'
import "${x}.pp"
