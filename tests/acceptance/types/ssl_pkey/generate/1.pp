ssl_pkey { '/srv/judge/rsa.key': ensure => present }
ssl_pkey { 'small': ensure => present, path => '/srv/judge/small.key', size => 1024 }
ssl_pkey { '/srv/judge/locked.key': ensure => present, password => 'sec ret' }
ssl_pkey { '/srv/judge/old.key': ensure => absent }
