ssl_pkey { '/srv/judge/rsa.key': ensure => absent }
ssl_pkey { '/srv/judge/small.key': ensure => present, size => 4096 }
