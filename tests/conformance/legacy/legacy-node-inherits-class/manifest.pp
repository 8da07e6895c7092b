# A class can not inherit from a node
node 'n' { }
class c inherits n { }
include c
