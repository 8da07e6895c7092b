file { '/tmp/x': ensure => file, group => '' }
