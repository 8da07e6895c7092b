file { '/tmp/x': source => 'puppet:///modules/nope/x' }
