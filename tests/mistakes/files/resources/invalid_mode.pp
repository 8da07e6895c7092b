file { '/tmp/x': mode => 'rwxr' }
