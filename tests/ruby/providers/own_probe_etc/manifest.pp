own_probe { 'etc': ensure => present, provider => etc }
