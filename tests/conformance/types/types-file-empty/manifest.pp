# The file of an alias that holds nothing
notice(1 =~ M::T)
