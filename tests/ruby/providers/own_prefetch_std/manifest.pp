own_prefetch_std { 'a': ensure => present }
own_prefetch_std { 'b': ensure => present }
