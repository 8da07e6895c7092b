# Resource defaults are found by dynamic scope
class a { Notify { message => 'a' }  include b  d { 'i': } }
class b { notify { 'b': } }
define d() { notify { $name: } }
include a
