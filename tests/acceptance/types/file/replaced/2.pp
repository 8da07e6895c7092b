filebucket { 'main': path => '/srv/bucket' }
file { '/srv/r/a': ensure => link, target => 'b', backup => 'main' }
file { '/srv/r/b': content => "newer\n", backup => '.old' }
file { '/srv/r/c': ensure => directory, backup => false }
file { '/srv/r/p': source => '/srv/r/b', backup => 'main' }
