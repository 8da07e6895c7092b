# Defaults keep their dynamic scope, and metaparameters of an instance are variables in it
Exec { path => '/usr/bin:/bin' }
define repo($path) { exec { "create ${name}": unless => "test -d ${path}" }  if $require { notify { "r ${name}": } } }
repo { 'p': path => '/var/svn', require => Notify['n'] }
notify { 'n': }
class c { Exec { path => '/opt' }  include d }
class d { exec { 'in d': } }
include c
