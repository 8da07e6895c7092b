# A class included in a lambda does not see its variables, but its own scope is as ever
class c { notify { 'c': message => "<$e>" } }
[1].each |$e| { include c }
