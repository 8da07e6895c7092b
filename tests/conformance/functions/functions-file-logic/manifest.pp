# The file of a function that holds code
notice(m::f(1))
