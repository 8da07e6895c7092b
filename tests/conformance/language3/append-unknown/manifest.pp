# Appending to a variable that is nowhere sets it
class c { $new += ['x']  notify { 'r': message => $new } }
include c
