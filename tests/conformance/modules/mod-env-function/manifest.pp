# extra
notify { "a": message => environment::f() }
