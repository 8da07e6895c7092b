notice(1 =~ M)
