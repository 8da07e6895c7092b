# extra
define d() { notify { "x-$name-$title": } }
d { "q": name => "other" }
