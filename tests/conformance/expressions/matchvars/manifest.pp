# extra
if 'abc' =~ /(b)(c)/ { notify { 'm': message => "$0 $1 $2 $3" } if 'xyz' =~ /(y)/ { notify { 'n': message => "$1 $2" } } notify { 'o': message => $1 } }
notify { 'p': message => "<$1>" }
$r = case 'hello' { /h(e)/: { "got $1" } default: { 'no' } }
notify { 'q': message => $r }
$s = 'foo.bar' ? { /(\w+)\.(\w+)/ => "$2.$1", default => 'x' }
notify { 's': message => $s }
'zzz' =~ /(z)/
notify { 't': message => "<$1>" }
$l = ['a1','b2'].map |$x| { $x =~ /([a-z])(\d)/ ; "$2$1" }
notify { 'u': message => $l }
notify { 'v': message => "<$1>" }
unless 'q' =~ /(r)/ { notify { 'w': message => "<$1>" } } else { }
notify { 'in': message => ['abc' in ['x','abcd'], /(b)/ in ['abc'], $1] }
