# the environment counts more than the module
include m
