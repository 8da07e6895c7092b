# extra
class k { $trusted = 1 }
include k
