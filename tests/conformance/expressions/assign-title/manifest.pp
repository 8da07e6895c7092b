# extra
define d() { $title = 'x' }
d { 'q': }
