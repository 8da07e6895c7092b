# Options of case and selector do not equal numeric strings
case '3' { 3: { notify { 'no': } } default: { notify { 'd': } } }
$x = 3 ? { '3' => 'no', default => 'd' }
notify { 'r': message => $x }
