service { 'ssh': ensure => runing }
