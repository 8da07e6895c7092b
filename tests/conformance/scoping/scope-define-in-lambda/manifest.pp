# An instance declared in a lambda does not see its variables
define d() { notify { $name: message => "<$e>" } }
[1].each |$e| { d { 'x': } }
