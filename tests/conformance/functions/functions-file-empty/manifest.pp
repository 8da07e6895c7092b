# The file of a function that holds nothing
notice(m::f(1))
