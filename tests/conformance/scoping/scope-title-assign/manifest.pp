# The title can not be set
class c { $title = 1 }
include c
