# undef in a subclass removes an attribute
class p { file { '/a': ensure => file } }
class c inherits p { File['/a'] { ensure => undef } }
include c
