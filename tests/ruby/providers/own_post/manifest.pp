own_post { 'a': ensure => present }
own_post { 'b': ensure => present }
