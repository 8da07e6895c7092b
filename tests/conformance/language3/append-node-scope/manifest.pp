# Appending in a node block, and in a class that it includes
$l = [1]
node default { $l += [2]  include c }
class c { $l += [3]  notify { 'r': message => $l } }
