# An instance does not see the variables of another
define d($set) { if $set { $v = 'v' }  notify { $name: message => "<$v>" } }
d { 'a': set => true }
d { 'b': set => false }
