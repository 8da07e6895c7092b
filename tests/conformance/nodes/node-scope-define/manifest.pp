# A defined type sees the variables of the node that declares it
define d() { notify { $name: message => "$n" } }
d { 'top': }
node default { $n = 'n'  d { 'node': } }
