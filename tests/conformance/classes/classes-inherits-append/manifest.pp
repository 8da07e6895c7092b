# +> in a subclass joins relationships
class p { notify { n: before => Notify[a] } notify { [a,b]: } }
class c inherits p { Notify[n] { before +> [Notify[b]] } }
include c
