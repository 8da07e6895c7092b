file { '/tmp/config': }
notify { 'x': require => File['/tmp/confg'] }
