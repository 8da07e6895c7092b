# Options of case and selector equal numeric strings, but not one such string another
$n = '3'
case $n { 3: { notify { 'case': } } default: { notify { 'no': } } }
$x = 4 ? { '4' => 'four', default => 'other' }
$y = '04' ? { '4' => 'four', default => 'other' }
notify { 'r': message => [$x, $y] }
