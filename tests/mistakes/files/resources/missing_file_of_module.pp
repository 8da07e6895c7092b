file { '/tmp/x': source => 'puppet:///modules/web/nope.conf' }
