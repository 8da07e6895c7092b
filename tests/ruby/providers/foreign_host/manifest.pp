Host { provider => own_hosts }
host { 'a': ensure => present, ip => '192.0.2.1', host_aliases => ['aa', 'aaa'] }
host { 'b': ensure => present, ip => '192.0.2.22', host_aliases => 'bb' }
host { 'c': ensure => absent }
host { 'd': ensure => present, ip => '192.0.2.4', host_aliases => ['dd', 'ddd'] }
host { 'e': ensure => absent }
host { 'f': ensure => present }
