# extra
notify { 'a': message => { 'a' => undef, 'b' => [undef, 1] } }
notify { 'b': message => undef, withpath => undef }
define d($x = 'def', $y) { notify { "d-$title": message => [$x, $y] } }
d { 'q': x => undef, y => undef }
