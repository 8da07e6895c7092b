own_composite { 'a@b': ensure => present }
own_composite { 'c': ensure => present, value => '1' }
own_composite { 'd': ensure => present, zone => 'z' }
