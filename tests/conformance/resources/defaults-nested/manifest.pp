# extra
class outer { Notify { message => 'outer' } include inner  d { 'i': } notify { 'o': } }
class inner { notify { 'in': } }
define d() { notify { "d-$title": } Notify { withpath => false } notify { "d2-$title": } }
include outer
include inner
