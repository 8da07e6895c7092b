# Defaults of parameters from an inherited class
class m::params { $port = 80 }
class m($port = $m::params::port) inherits m::params { notify { 'r': message => $port } }
include m
