# Parameters of blocks with several values
$r = ['a', 'b'].map |$i, $v| { "$i$v" }
$s = { 'k' => 'v' }.map |$k, $v| { "$k$v" }
notify { 'r': message => [$r, $s] }
