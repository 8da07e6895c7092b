# extra
class c($a = $b, $b = 2) { notify { 'c': message => "$a" } }
include c
