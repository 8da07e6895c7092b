own_retrieve { 'x': ensure => present, a => '2', b => '3' }
own_retrieve { 'y': ensure => present, a => '1' }
