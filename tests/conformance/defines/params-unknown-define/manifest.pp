# extra
define d($alpha = 1) { }
d { 'x': alhpa => 1 }
