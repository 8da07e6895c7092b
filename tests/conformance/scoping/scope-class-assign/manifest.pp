# Several variables from a class
class c { $a = 1  $b = 2 }
include c
[$a, $b] = Class['c']
notify { 'r': message => [$a, $b] }
