# A parameter that data makes a secret
class c(Sensitive $p) { notify { 'r': message => $p.unwrap } }
include c
