# Inheritance goes on; the innermost assignment of a variable counts for each block and the classes in it
node 'top' { $a = 'top'  $b = 'top'  include first }
node 'middle' inherits 'top' { $b = 'middle' }
node default inherits 'middle' { $c = 'own'  notify { 'r': message => [$a, $b, $c] }  include second }
class first { notify { 'first': message => "$a $b" } }
class second { notify { 'second': message => "$a $b $c" } }
