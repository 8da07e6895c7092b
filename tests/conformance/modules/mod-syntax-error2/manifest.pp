# extra
notify { "a": message => foo::f() }
