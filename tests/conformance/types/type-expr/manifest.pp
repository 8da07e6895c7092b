# extra
$t = 'notify'
Resource[$t] { 'a': message => 'x' }
Resource['notify'] { 'b': }
Notify { 'c': }
