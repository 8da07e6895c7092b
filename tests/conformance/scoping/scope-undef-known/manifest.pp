# A variable set to undef is known
$a = undef
notify { 'r': message => ["<$a>", defined('$a')] }
