# attr and private as keys
$h = { attr => 1, private => 2 }
notify { 'r': message => $h }
