file { '/nonexistent/parent/x': content => 'x' }
