# A match outside of a condition stays
$x = 'abc' =~ /(b)/
notify { 'r': message => "<$1>" }
