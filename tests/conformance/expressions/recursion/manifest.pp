# extra
function fact(Integer $n) { if $n < 2 { 1 } else { $n * fact($n - 1) } }
notify { 'f': message => fact(15) }
