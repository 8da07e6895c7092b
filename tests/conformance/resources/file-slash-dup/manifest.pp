# extra
file { '/a/': }
file { '/a': }
