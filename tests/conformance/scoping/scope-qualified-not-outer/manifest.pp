# A whole name does not reach the top
$t = 'top'
class a { notify { 'r': message => "<$a::t>" } }
include a
