# An instance of a defined type sees the variables of the code that declares it
define show() { notify { $name: message => $x } }
class a { $x = 'a'  show { 'in-a': } }
$x = 'top'
show { 'at-top': }
include a
