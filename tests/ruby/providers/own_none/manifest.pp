own_none { 'a': ensure => present }
