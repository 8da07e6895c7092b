# Relations between node, classes and resources
class c { notify { 'c': } }
notify { 't': }
node default { include c  notify { 'n': }  Class['c'] -> Notify['n'] ~> Notify['t'] }
