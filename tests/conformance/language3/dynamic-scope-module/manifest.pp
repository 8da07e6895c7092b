# Classes of modules see the variables of a node block and of the class around
node default { $role = 'web'  class { 'site': } }
class site { $port = 80  include web }
