# import as a word
notify { 'x': message => import }
$h = { import => 1 }
