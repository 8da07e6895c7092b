# A node block inside the class of a module comes too late
include m
