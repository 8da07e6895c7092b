# extra
file { '/a': }
file { 'x': path => '/a' }
