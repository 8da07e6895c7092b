# The mode of a file may be a number, given here, by a parameter or by defaults
File { mode => 640 }
file { '/a': mode => 0644 }
file { '/b': mode => 755 }
file { '/c': }
define f($mode = 0600) { file { $name: mode => $mode } }
f { '/d': }
f { '/e': mode => 700 }
$m = 711
file { '/g': mode => $m, owner => 0 }
