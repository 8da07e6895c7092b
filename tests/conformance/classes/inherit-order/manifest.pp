# extra
class base { notify { 'base': } include x }
class x { notify { 'x': } }
class child inherits base { notify { 'child': } }
include child
include base
