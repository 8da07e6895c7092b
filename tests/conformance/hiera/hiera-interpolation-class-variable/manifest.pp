# Variables of classes by their long names
class c { $v = { 'a' => ['x'] } }
include c
notify { 'r': message => lookup('a') }
