# The file of an alias that holds a class
notice(1 =~ M::T)
