file { '/tmp/x': ensure => presnt }
