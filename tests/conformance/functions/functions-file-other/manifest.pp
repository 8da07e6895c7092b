# The file of a function that holds another one
notice(m::f(1))
