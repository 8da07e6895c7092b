# A match variable that is not set under strict_variables
notice("${nope} $1")
