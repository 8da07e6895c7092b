# extra
file { '/a/': ensure => directory }
notify { 'n': require => File['/a'] }
File['/a'] -> Notify['n']
