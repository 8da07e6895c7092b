file { '/tmp/x': source => 'ftp://example.org/x' }
