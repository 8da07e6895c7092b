notify { "a ${1 =~ M::Port} ${"x" =~ M::Port}": }
