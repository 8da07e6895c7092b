# A class in a module that does not parse
include m::sub
