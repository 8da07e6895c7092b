# The file of an alias that holds another one
notice(1 =~ M::T)
