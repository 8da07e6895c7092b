# Code at the top of a file of a module
include m
