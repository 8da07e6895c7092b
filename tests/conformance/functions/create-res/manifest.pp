# extra
create_resources('notify', { 'a' => { 'message' => 'x' }, 'b' => {} }, { 'withpath' => true })
create_resources('@notify', { 'v' => { } })
create_resources('class', { 'k' => { 'p' => 5 } })
class k($p) { notify { "k$p": } }
define d($q = 1) { notify { "d-$title": message => $q } }
create_resources(d, { 'x' => { 'q' => undef }, 'y' => { 'q' => 2, 'require' => Notify['a'] } })
realize Notify['v']
