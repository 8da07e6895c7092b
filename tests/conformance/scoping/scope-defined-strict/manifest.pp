# defined does not mind when strict
notify { 'r': message => [defined('$nope'), defined('$kernel'), defined('$::kernel')] }
