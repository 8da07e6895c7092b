# An alias in a module that does not parse
notice(1 =~ M::T)
