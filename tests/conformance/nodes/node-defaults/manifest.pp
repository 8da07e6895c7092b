# Resource defaults of a node block and of the top
Notify { message => 'top' }
class c { notify { 'c': } }
notify { 't': }
node default { Notify { message => 'node' }  notify { 'n': }  include c }
