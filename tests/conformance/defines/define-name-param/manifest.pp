# extra
define d($x = $name) { notify { "x-$x-$name-$title": } }
d { "q": }
