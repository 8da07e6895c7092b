# extra
file { 'x': path => '/a' }
file { '/a': }
