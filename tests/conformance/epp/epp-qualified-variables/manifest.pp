# A file template reaches variables of classes by their full names
class c { $v = 'cv' }
include c
notify { 'r': message => epp('m/t.epp') }
