# extra
$h = { 'a' => [1, undef, 'x'], 'b' => { 'c' => 1.5 } }
notify { 'r': message => ["$h", "${true} ${undef} ${default} ${/a.b/} ${Integer[1,2]} ${File['/a']} ${Class['a::b']}", "${[1,[2,'a']]}", "${1.0} ${1e30} ${-0.5}"] }
