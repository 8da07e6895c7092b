file { '/tmp/x': content => 'a', source => '/tmp/y' }
