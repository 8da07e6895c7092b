# extra
define d(Integer $n) { notify { "$title $n": } }
d { "x": n => 1, require => Notify["y"], before => [] }
notify { "y": }
