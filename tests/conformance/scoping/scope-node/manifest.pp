# extra
$top = 'top'
$x = 'topx'
node default { $x = 'nodex' include a  notify { 'n': message => "$x $::x $top" } d { 'q': } f() }
class a { notify { 'a': message => "$x $::x" } }
define d() { notify { "d-$title": message => $x } }
function f() { notify { 'f': message => $x } }
