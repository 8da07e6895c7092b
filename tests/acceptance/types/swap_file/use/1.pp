swap_file { '/srv/judge/new': ensure => present }
swap_file { '/srv/judge/used': ensure => absent }
swap_file { '/srv/judge/nowhere': ensure => absent }
