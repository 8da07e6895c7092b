# extra
class a { notify { 'a1': } include b notify { 'a2': } }
class b { notify { 'b': } d { 'b': } }
define d() { notify { "d$title": } include c }
class c { notify { 'c': } }
d { 't': }
include a
