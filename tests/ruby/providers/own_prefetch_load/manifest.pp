own_prefetch_load { 'a': ensure => present }
own_prefetch_load { 'b': ensure => present }
