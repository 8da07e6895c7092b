# data of a wrong type

include m
