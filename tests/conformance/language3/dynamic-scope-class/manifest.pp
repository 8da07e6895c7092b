# A class sees the variables of the class that includes it before those at the top
$test = 'top'
class myclass { notify { 'r': message => $test } }
class other { $test = 'other'  include myclass }
include other
