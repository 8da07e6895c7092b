# A class is looked for in the class around first, then outwards; :: means the top
class a::b { notify { 'a::b': } }
class b { notify { 'b': } }
class a { include b  class { 'c': } }
class a::c { include b, ::b  notify { 'c': require => Class['b'] } }
include a
