# Local variables with an underscore
$_x = 1
class c { notify { 'r': message => "<${_x}>" } }
include c
