# The hash of facts can not be set in a class
class c { $facts = 1 }
include c
