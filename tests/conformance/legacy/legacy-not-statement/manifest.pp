# not as a statement
not true
