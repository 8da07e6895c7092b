own_namesvc { 'root': ensure => present, uid => 0, home => '/root', shell => '/bin/sh' }
own_namesvc { 'nobody': ensure => absent }
own_namesvc { 'fresh-one': ensure => present, uid => 5 }
own_namesvc { 'never': ensure => absent }
own_namesvc { 'daemon': ensure => present, uid => 4000 }
