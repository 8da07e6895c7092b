# A variable of a class that is not evaluated under strict_variables
class a { $x = 1 }
notice($a::x)
