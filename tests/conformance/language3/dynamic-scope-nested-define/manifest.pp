# Dynamic scope goes on through instances inside instances, parameters included
define outer($p) { $v = "v of $name"  inner { "$name-i": } }
define inner() { notify { $name: message => "$p, $v" } }
outer { 'o': p => 'p of o' }
