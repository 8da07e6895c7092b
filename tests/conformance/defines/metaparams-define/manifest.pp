# extra
define d() { notify { "d-$title": } e { "e-$title": } }
define e() { notify { "ee-$title": loglevel => 'err' } }
d { 'x': noop => true, loglevel => 'debug', schedule => 'daily', tag => 'tt', require => Notify['z'], audit => 'all' }
notify { 'z': }
schedule { 'daily': }
class k { d { 'inclass': noop => true } }
include k
