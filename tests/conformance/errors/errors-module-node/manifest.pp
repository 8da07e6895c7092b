# A node in a module
include m
