file { '/tmp/x': ensure => [file, directory] }
