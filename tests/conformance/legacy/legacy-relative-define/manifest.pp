# Names of defined types are not looked for in the namespace around
define a::d() { notify { 'inner': } }
class a { d { 'x': } }
include a
