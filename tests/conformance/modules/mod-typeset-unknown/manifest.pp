notice(1 =~ M::Nope)
