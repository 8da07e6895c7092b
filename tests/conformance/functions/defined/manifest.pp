# extra
class k { }
define d() { }
$v = 1
notify { 'a': }
notify { 'r': message => [defined('k'), defined('d'), defined('file'), defined('nosuch'), defined('$v'), defined('$nope'), defined(Notify['a']), defined(Notify['b']), defined(Class['k']), defined(File), defined('::k'), defined('main')] }
include k
notify { 'r2': message => [defined(Class['k']), defined('nosuch','k')] }
