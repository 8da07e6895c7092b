# Names of classes are not looked for in the namespace around
class a::b { notify { 'inner': } }
class b { notify { 'outer': } }
class a { include b }
include a
