group { 'by_title': name => 'real_group', gid => 7200 }
user { 'by title': name => 'a-b.c_d', gid => 7200, ensure => present, loglevel => info }
user { 'dashed-': ensure => present, comment => '-x' }
