# A function does not see the variables of its caller
function f() { "<$l>" }
class c { $l = 'l'  notify { 'r': message => f() } }
include c
