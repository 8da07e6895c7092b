# extra
define d() { file { "/x": } }
d { "a": }
file { "/x": }
