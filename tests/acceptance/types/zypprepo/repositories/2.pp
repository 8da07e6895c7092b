zypprepo { 'tools': ensure => present, enabled => 0, priority => absent, type => 'yum' }
zypprepo { 'one': ensure => absent }
