# Match variables do not reach into a defined type
define d() { notify { $name: message => "<$1>" } }
if 'abc' =~ /(b)/ { d { 'x': } }
