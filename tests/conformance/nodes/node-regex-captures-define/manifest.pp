# Captures of the regex in an instance of a defined type
define d() { notify { $name: message => "<$1>" } }
node /^(w+)/ { d { 'x': }  $l = [1].map |$e| { "$1$e" }  notify { 'n': message => $l } }
