# A function in a module that does not parse
notice(m::f(1))
