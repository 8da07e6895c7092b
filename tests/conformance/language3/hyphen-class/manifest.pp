# Names of classes may have hyphens, wherever a class is named
class apache { notify { 'a': } }
class apache-ssl inherits apache { Notify['a'] { message => 'ssl' } }
class my-site::a-b($p = 'x') { notify { 'b': message => $p } }
include apache-ssl
class { 'my-site::a-b': p => 'y' }
notify { 'r': message => $my-site::a-b::p, require => Class['apache-ssl', 'my-site::a-b'] }
