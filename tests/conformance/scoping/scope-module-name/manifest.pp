# The module of a class, and of one that calls it
include m
include o
