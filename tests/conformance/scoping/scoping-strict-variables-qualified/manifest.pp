# An unknown variable of an unknown class under strict_variables
notice($a::nope)
