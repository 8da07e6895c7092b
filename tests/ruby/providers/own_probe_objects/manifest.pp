own_probe { 'objects': ensure => present, provider => objects }
