ssl_pkey { '/srv/judge/rsa.key': }
ssl_pkey { 'small': path => '/srv/judge/small.key', size => 1024 }
ssl_pkey { '/srv/judge/dsa.key': authentication => 'dsa', size => '1024' }
ssl_pkey { '/srv/judge/locked.key': password => 'sec ret' }
ssl_pkey { '/srv/judge/old.key': ensure => absent }
