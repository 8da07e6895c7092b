# null in data is a value: the default of the code does not count
include m
