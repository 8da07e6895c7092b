# A node block in a file of a module is refused
include m
