# extra
$h = { 'message' => 'm', 'withpath' => true }
notify { 'a': * => $h }
notify { 'b': message => 'x', * => { 'withpath' => true } }
notify { default: * => $h; 'c': message => 'y' }
