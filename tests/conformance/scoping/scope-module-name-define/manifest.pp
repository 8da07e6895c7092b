# The module of a defined type, and of the code that declares it
include m
