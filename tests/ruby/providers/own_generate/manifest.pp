own_generate { 'a': ensure => present, count => 2 }
own_generate { 'b': ensure => absent, depth => true }
own_generate { 'c': ensure => present, raise => true }
