# A defined type is looked for in the namespace of the code that names it, references too
define a::d() { notify { "in ${name}": }  e { "e ${name}": } }
define a::e() { notify { $name: } }
define d() { notify { "top ${name}": } }
class a { d { 'x': }  notify { 'r': require => D['x'] } }
d { 'y': }
include a
