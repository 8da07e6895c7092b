# The hierarchy follows variables that change
$role = 'a'
class c { $role = 'b' notify { 'c': message => lookup('x') } }
notify { 'r': message => lookup('x') }
include c
