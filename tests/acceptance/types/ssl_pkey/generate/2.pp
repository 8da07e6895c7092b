ssl_pkey { '/srv/judge/rsa.key': ensure => absent }
ssl_pkey { '/srv/judge/small.key': size => 4096 }
