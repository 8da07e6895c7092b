# extra
class c { break() }
include c
