own_probe { 'execute': ensure => present, provider => execute }
