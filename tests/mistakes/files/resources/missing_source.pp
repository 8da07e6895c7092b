file { '/tmp/x': source => '/nonexistent/y' }
