file { '/tmp/x': Ensure => file }
