file { 'tmp/x': }
