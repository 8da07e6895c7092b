swap_file { 'first': ensure => present, file => '/srv/judge/new', size => '524284', type => 'file' }
swap_file { '/srv/judge/used': ensure => present }
