# The file of a function that holds a class
notice(m::f(1))
