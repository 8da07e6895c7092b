notice(1 =~ M::Port)
